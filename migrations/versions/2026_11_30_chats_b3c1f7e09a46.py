"""What was said at the tables of finished games.

The servers of the version before still run while this one has been applied: add first, fill later, remove last.
"""

import sqlalchemy as sa
from alembic import op

revision = "b3c1f7e09a46"
down_revision = "a7f02bd57382"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chats",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_chats_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_chats"),
    )


def downgrade() -> None:
    op.drop_table("chats")
