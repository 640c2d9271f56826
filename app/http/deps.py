"""What the routers ask for: the services, and who is there."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from app import errors
from app.accounts.service import User
from app.engine.basics import Refusal
from app.services import Services


def get_services(connection: HTTPConnection) -> Services:
    """The services that the lifespan has opened."""
    services: Services = connection.app.state.services
    return services


async def get_visitor(connection: HTTPConnection, services: Annotated[Services, Depends(get_services)]) -> User | None:
    """Whose session the cookie names, None without one."""
    return await services.accounts.identify(connection.cookies.get(services.settings.cookie))


async def get_user(visitor: Annotated[User | None, Depends(get_visitor)]) -> User:
    """As above. Raises Refusal `bad.session` without one."""
    if visitor is None:
        raise Refusal(errors.SESSION)
    return visitor


Given = Annotated[Services, Depends(get_services)]
Visitor = Annotated[User | None, Depends(get_visitor)]
SignedIn = Annotated[User, Depends(get_user)]
