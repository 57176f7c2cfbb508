"""Rows of a model in and out of the database without building a query each time.

A turn is mostly statements. Compiling the same few through the ORM costs more than running them; these are written
down once per table, and the fields still convert their own values.
"""

# A model's _meta is its public door.
# ruff: noqa: SLF001
# SQL is put together from constants and from names of tables and columns; values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import DateTimeField, Field, Model
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)

Statement: TypeAlias = tuple[str, list[Any]]
"""SQL with its parameters."""

_GATHERING: Final = {"postgresql": ("json_agg", "json_build_array"), "sqlite": ("json_group_array", "json_array")}
"""How a database calls the function that makes an array of rows, and the one that makes an array of values."""


def each(table: str, alias: str, condition: str) -> str:
    """SQL that joins a table row by row of what stands before it.

    PostgreSQL knows little of a table that was just restored or has just grown: left the choice, it goes through all of
    it for a batch of matches.
    """
    if connection.vendor == "postgresql":
        return f"CROSS JOIN LATERAL (SELECT * FROM {table} {alias} WHERE {condition} OFFSET 0) {alias}"
    return f"JOIN {table} {alias} ON {condition}"


def listed(keys: list[Any]) -> Statement:
    """SQL that finds just these keys."""
    return f"VALUES {', '.join(['(%s)'] * len(keys))}", keys


class Rows(Generic[M]):
    """The rows of one model's table; perhaps without some of its columns, which are neither read nor written then, or
    with some that are only read."""

    def __init__(self, model: type[M], *, without: Collection[str] = (), only_read: Collection[str] = ()) -> None:
        self.model = model
        self.table = model._meta.db_table
        self._without = without
        self._only_read = only_read
        self._insertions: dict[tuple[str, ...], str] = {}

    @cached_property
    def fields(self) -> list[Field[Any, Any]]:
        return [field for field in self.model._meta.concrete_fields if field.name not in self._without]

    @cached_property
    def width(self) -> int:
        """How many columns a row has."""
        return len(self.fields)

    def columns(self, alias: str) -> str:
        """The columns in the order in which `read` wants them."""
        return ", ".join(f'{alias}."{field.column}"' for field in self.fields)

    def read(self, values: Sequence[Any]) -> M:
        """The instance that a row stands for."""
        converted = list(values)
        for place, convert, column in self._converters:
            converted[place] = convert(converted[place], column, connection)
        # What `Model.from_db` does, without a call for every attribute and every signal that nobody hears.
        row = self.model.__new__(self.model)
        vars(row).update(zip(self._names, converted, strict=True))
        row._state = state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        return row

    def take(self, values: Iterator[Any]) -> M:
        """The instance that the next values of a longer row stand for."""
        return self.read(list(islice(values, self.width)))

    def gathered(self, alias: str, *more: str) -> str:
        """SQL for all rows of a subquery as one text, which `scattered` reads: they need no statement of their own.

        With what `more` each row is to bring along, it is for `accompanied`.
        """
        return array_of(self.columns(alias), *more)

    def scattered(self, text: str | None) -> list[M]:
        """The instances that a text of `gathered` rows stands for."""
        return [row for row, *_ in self.accompanied(text)]

    def accompanied(self, text: str | None) -> Iterator[tuple[Any, ...]]:
        """The instances that a text of `gathered` rows stands for, each with what more was asked for."""
        for values in msgspec.json.decode(text or "[]"):
            for place in self._instants:
                values[place] = values[place] and instant(values[place])
            yield self.read(values[: self.width]), *values[self.width :]

    def insert(self, rows: Sequence[M]) -> Iterator[Statement]:
        """Add rows; the database numbers them."""
        if rows:
            yield self._insertion(()), [self._document(rows)]

    def upsert(self, rows: Sequence[M]) -> Iterator[Statement]:
        """Write rows whole: those that exist in their place, new ones numbered by the database."""
        if rows:
            yield self._insertion(("id",)), [self._document(rows)]

    def replace(self, rows: Sequence[M], *, key: tuple[str, ...]) -> Iterator[Statement]:
        """Add rows in place of those that have the same key."""
        if rows:
            yield self._insertion(key), [self._document(rows)]

    def _document(self, rows: Sequence[M]) -> str:
        """All rows as one parameter: with one a value, taking the statement apart cost more than running it."""
        lines = [dict(zip(self._columns, self._values(row), strict=True)) for row in rows]
        if connection.vendor == "sqlite":  # It keeps instants as text, in its own way of writing them.
            for line in lines:
                for place in self._instants:
                    name = str(self.fields[place].column)
                    line[name] = connection.ops.adapt_datetimefield_value(line[name])
        return msgspec.json.encode(lines).decode()

    def _insertion(self, key: tuple[str, ...]) -> str:
        """SQL that takes rows from a JSON document, in place of those with the same key if there is one."""
        if key not in self._insertions:
            names = [name for name in self._columns if name != "id" or "id" in key]
            given = self._given_to_postgresql if connection.vendor == "postgresql" else self._given_to_sqlite
            columns = _quoted(names)
            self._insertions[key] = f"INSERT INTO {self.table} ({columns}) {given(names)}{_in_place(names, key)}"
        return self._insertions[key]

    def _given_to_postgresql(self, names: Sequence[str]) -> str:
        """SQL for the rows of a JSON document. One that has no number gets the next, as SQLite gives it by itself."""
        numbered = f"COALESCE(id, nextval(pg_get_serial_sequence('{self.table}', 'id')))"
        values = _quoted(names).replace('"id"', numbered)
        return f"SELECT {values} FROM json_populate_recordset(NULL::{self.table}, %s) AS given WHERE true"

    def _given_to_sqlite(self, names: Sequence[str]) -> str:
        """SQL for the rows of a JSON document."""
        picked = ", ".join(f"json_extract(value, '$.{name}') AS \"{name}\"" for name in names)
        return f"SELECT {_quoted(names)} FROM (SELECT {picked} FROM json_each(%s)) AS given WHERE true"

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self.fields]

    @cached_property
    def _written(self) -> list[Field[Any, Any]]:
        return [field for field in self.fields if field.name not in self._only_read]

    @cached_property
    def _columns(self) -> list[str]:
        """Those that are written."""
        return [str(field.column) for field in self._written]

    @cached_property
    def _values(self) -> Callable[[M], tuple[Any, ...]]:
        return attrgetter(*[field.attname for field in self._written])

    @cached_property
    def _instants(self) -> list[int]:
        return [place for place, field in enumerate(self.fields) if isinstance(field, DateTimeField)]

    @cached_property
    def _converters(self) -> list[tuple[int, Callable[..., Any], Any]]:
        """Which places of a row need converting, and how."""
        found = []
        for place, field in enumerate(self.fields):
            column = field.cached_col
            how = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
            found += [(place, convert, column) for convert in how]
        return found


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _in_place(names: Iterable[str], key: tuple[str, ...]) -> str:
    """SQL that writes a row over the one that has the same key; none without a key."""
    if not key:
        return ""
    update = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in key)
    return f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {update}"


def array_of(*columns: str) -> str:
    """SQL for these columns of all rows of a subquery as one JSON text."""
    gather, array = _GATHERING[connection.vendor]
    gathered = f"{gather}({array}({', '.join(columns)}))"
    if connection.vendor == "sqlite":  # It remembers that a text is JSON: within another one it would become an array.
        return f"({gathered} || '')"
    return f"CAST({gathered} AS text)"


def utc(column: str) -> str:
    """SQL for an instant within an array of values. SQLite keeps instants in UTC and does not say so."""
    return f"{column} || '+00:00'" if connection.vendor == "sqlite" else column


def instant(text: str) -> datetime:
    """What a database wrote as text. SQLite keeps instants in UTC and does not say so."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def fetch(sql: str, params: Iterable[Any]) -> list[tuple[Any, ...]]:
    """All rows of one statement."""
    with connection.cursor() as cursor:
        cursor.execute(sql, list(params))
        return cursor.fetchall()


def fetch_all(statements: Iterable[Statement]) -> list[list[tuple[Any, ...]]]:
    """The rows of several statements, each of which sees what was committed before it began.

    On PostgreSQL in a single round trip: psycopg's client-side cursors, Django's own choice, send several as one text.
    """
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            found = []
            for sql, params in statements:
                cursor.execute(sql, params)
                found.append(cursor.fetchall())
            return found
        texts, values = zip(*statements, strict=True)
        cursor.execute("; ".join(texts), [value for params in values for value in params])
        found = [cursor.fetchall()]
        while cursor.nextset():
            found.append(cursor.fetchall())
        return found


def run(statements: Iterable[Statement], *, finally_: Statement = ("SELECT 1", [])) -> None:
    """Run statements that write different tables, and one that reads: on PostgreSQL in a single round trip."""
    if connection.vendor == "postgresql":
        parts, values = [], []
        for n, (sql, params) in enumerate(statements):
            parts.append(f"s{n} AS ({sql})")
            values += params
        statements = [(f"WITH {', '.join(parts)} {finally_[0]}" if parts else finally_[0], values + finally_[1])]
    with connection.cursor() as cursor:
        for sql, params in statements:
            cursor.execute(sql, params)
