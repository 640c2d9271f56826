"""Parked tables.

The servers of the version before still run while this one has been applied: add first, fill later, remove last.
"""

import sqlalchemy as sa
from alembic import op

revision = "a7f02bd57382"
down_revision = "e856c5b0b2eb"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "parked",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("epoch", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("chain", sa.String(length=8), nullable=False),
        sa.Column("bodies", sa.LargeBinary(), nullable=False),
        sa.Column("secrets", sa.LargeBinary(), nullable=False),
        sa.Column("chat", sa.LargeBinary(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("parked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("woken_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("table_id", name="pk_parked"),
    )


def downgrade() -> None:
    op.drop_table("parked")
