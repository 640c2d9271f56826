from tests.databases import *  # noqa: F403
