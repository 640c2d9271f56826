"""The floor: a bare FastAPI server that sends ~150 bytes to the four sockets of a table for every move.

No game, no log.
"""

from __future__ import annotations

import sys

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

app = FastAPI()
tables: dict[str, list[WebSocket]] = {}
DELTA = '{"pad":"' + "x" * 128 + '","n":%d}'


@app.websocket("/ws/{table}")
async def play(socket: WebSocket, table: str) -> None:
    await socket.accept()
    seats = tables.setdefault(table, [])
    seats.append(socket)
    moves = 0
    try:
        while True:
            await socket.receive_text()
            moves += 1
            text = DELTA % moves
            for seat in seats:
                await seat.send_text(text)
    except WebSocketDisconnect:
        seats.remove(socket)


if __name__ == "__main__":
    uvicorn.run(
        app,
        port=int(sys.argv[1]),
        log_level="warning",
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
    )
