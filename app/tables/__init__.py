"""Use cases on live tables: make them, play at them, follow them. The one path for everybody is `Tables.submit`."""
