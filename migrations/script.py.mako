"""${message}

The servers of the version before still run while this one has been applied: add first, fill later, remove last.
"""

import sqlalchemy as sa
from alembic import op
${imports + "\n" if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
