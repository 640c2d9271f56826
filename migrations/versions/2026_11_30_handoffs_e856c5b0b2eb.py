"""Codes that bring a person to another browser.

The servers of the version before still run while this one has been applied: add first, fill later, remove last.
"""

import sqlalchemy as sa
from alembic import op

revision = "e856c5b0b2eb"
down_revision = "5d9eab4c3d47"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "handoffs",
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("user_id", sa.String(length=32), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_handoffs_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name="pk_handoffs"),
    )
    op.create_index("ix_handoffs_expires", "handoffs", ["expires"])
    op.create_index("ix_handoffs_user_id", "handoffs", ["user_id"])


def downgrade() -> None:
    op.drop_table("handoffs")
