"""Rows of a model in and out of the database without building a query each time.

A turn is mostly statements, and compiling the same few through the ORM costs more than running them. Here they are
built once per table, and the fields still convert their own values.
"""

# Model._meta is public API.
# ruff: noqa: SLF001
# SQL is built from constants and names of tables and columns. Values are always parameters.
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

Row: TypeAlias = tuple[Any, ...]
Statement: TypeAlias = tuple[str, list[Any]]
"""SQL with its parameters."""

_ARRAY_FUNCTIONS: Final = {"postgresql": ("json_agg", "json_build_array"), "sqlite": ("json_group_array", "json_array")}
"""The functions that build an array of rows and an array of values, by database."""


def build_lateral_join(table: str, alias: str, condition: str) -> str:
    """Return SQL that joins a table, looked up for each row of the preceding tables.

    PostgreSQL has no statistics for a table that was just restored or has just grown, and would scan all of it for a
    batch of matches.
    """
    if connection.vendor == "postgresql":
        return f"CROSS JOIN LATERAL (SELECT * FROM {table} {alias} WHERE {condition} OFFSET 0) {alias}"
    return f"JOIN {table} {alias} ON {condition}"


def build_keys_statement(keys: list[int]) -> Statement:
    """Return SQL that finds just these keys."""
    return f"VALUES {', '.join(['(%s)'] * len(keys))}", keys


class Rows(Generic[M]):
    """The rows of one model's table. Some columns can be left out, and some can be only read."""

    def __init__(self, model: type[M], *, without: Collection[str] = (), only_read: Collection[str] = ()) -> None:
        self.model = model
        self.table = model._meta.db_table
        self._without = without
        self._only_read = only_read
        self._insertions: dict[tuple[str, ...], str] = {}

    @cached_property
    def fields(self) -> list[Field]:
        return [field for field in self.model._meta.concrete_fields if field.name not in self._without]

    @cached_property
    def width(self) -> int:
        """Return the number of columns in a row."""
        return len(self.fields)

    def columns(self, alias: str) -> str:
        """Return the columns in the order that `read` expects."""
        return ", ".join(f'{alias}."{field.column}"' for field in self.fields)

    def read(self, values: Sequence[object]) -> M:
        """Return the instance for a row."""
        converted = list(values)
        for place, convert, column in self._converters:
            converted[place] = convert(converted[place], column, connection)
        # This is `Model.from_db` without a call for every attribute and for signals without receivers.
        row = self.model.__new__(self.model)
        vars(row).update(zip(self._names, converted, strict=True))
        row._state = state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        return row

    def take(self, values: Iterator[object]) -> M:
        """Return the instance for the next values of a longer row."""
        return self.read(list(islice(values, self.width)))

    def gathered(self, alias: str, *more: str) -> str:
        """Return SQL for all rows of a subquery as one text for `scattered`, without a statement of their own.

        If each row brings `more` columns, the text is for `accompanied`.
        """
        return array_of(self.columns(alias), *more)

    def scattered(self, text: str | None) -> list[M]:
        """Return the instances in a text of `gathered` rows."""
        return [row for row, *_ in self.accompanied(text)]

    def accompanied(self, text: str | None) -> Iterator[Row]:
        """Yield the instances in a text of `gathered` rows, each with its additional columns."""
        for values in msgspec.json.decode(text or "[]"):
            for place in self._instants:
                values[place] = values[place] and parse_instant(values[place])
            yield self.read(values[: self.width]), *values[self.width :]

    def insert(self, rows: Sequence[M]) -> Iterator[Statement]:
        """Insert rows. The database assigns their keys."""
        if rows:
            yield self._insertion(()), [self._document(rows)]

    def upsert(self, rows: Sequence[M]) -> Iterator[Statement]:
        """Write whole rows: update those that exist, and insert the others with a new key."""
        if rows:
            yield self._insertion(("id",)), [self._document(rows)]

    def replace(self, rows: Sequence[M], *, key: tuple[str, ...]) -> Iterator[Statement]:
        """Insert rows, replacing those with the same key."""
        if rows:
            yield self._insertion(key), [self._document(rows)]

    def _document(self, rows: Sequence[M]) -> str:
        """Return all rows as one parameter. With one per value, parsing the statement cost more than running it."""
        lines = [dict(zip(self._columns, self._values(row), strict=True)) for row in rows]
        if connection.vendor == "sqlite":  # SQLite stores instants as text in its own format.
            for line in lines:
                for place in self._instants:
                    name = str(self.fields[place].column)
                    line[name] = connection.ops.adapt_datetimefield_value(line[name])
        return msgspec.json.encode(lines).decode()

    def _insertion(self, key: tuple[str, ...]) -> str:
        """Return SQL that inserts rows from a JSON document, replacing those with the same key if one is given."""
        if key not in self._insertions:
            names = [name for name in self._columns if name != "id" or "id" in key]
            given = self._given_to_postgresql if connection.vendor == "postgresql" else self._given_to_sqlite
            columns = _quote_names(names)
            self._insertions[key] = f"INSERT INTO {self.table} ({columns}) {given(names)}{_in_place(names, key)}"
        return self._insertions[key]

    def _given_to_postgresql(self, names: Sequence[str]) -> str:
        """Return SQL for the rows of a JSON document. A row without a key gets the next one, as SQLite does itself."""
        numbered = f"COALESCE(id, nextval(pg_get_serial_sequence('{self.table}', 'id')))"
        values = _quote_names(names).replace('"id"', numbered)
        return f"SELECT {values} FROM json_populate_recordset(NULL::{self.table}, %s) AS given WHERE true"

    def _given_to_sqlite(self, names: Sequence[str]) -> str:
        """Return SQL for the rows of a JSON document."""
        picked = ", ".join(f"json_extract(value, '$.{name}') AS \"{name}\"" for name in names)
        return f"SELECT {_quote_names(names)} FROM (SELECT {picked} FROM json_each(%s)) AS given WHERE true"

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self.fields]

    @cached_property
    def _written(self) -> list[Field]:
        return [field for field in self.fields if field.name not in self._only_read]

    @cached_property
    def _columns(self) -> list[str]:
        """Return the columns that are written."""
        return [str(field.column) for field in self._written]

    @cached_property
    def _values(self) -> Callable[[M], Row]:
        return attrgetter(*[field.attname for field in self._written])

    @cached_property
    def _instants(self) -> list[int]:
        return [place for place, field in enumerate(self.fields) if isinstance(field, DateTimeField)]

    @cached_property
    def _converters(self) -> list[tuple[int, Callable[..., Any], Any]]:
        """Return the places of a row that need converting, with their converters."""
        found = []
        for place, field in enumerate(self.fields):
            column = field.cached_col
            how = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
            found += [(place, convert, column) for convert in how]
        return found


def _quote_names(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _in_place(names: Iterable[str], key: tuple[str, ...]) -> str:
    """Return SQL that overwrites the row with the same key; empty without a key."""
    if not key:
        return ""
    update = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in key)
    return f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {update}"


def array_of(*columns: str) -> str:
    """Return SQL for these columns of all rows of a subquery as one JSON text."""
    gather, array = _ARRAY_FUNCTIONS[connection.vendor]
    gathered = f"{gather}({array}({', '.join(columns)}))"
    if connection.vendor == "sqlite":  # SQLite remembers that a text is JSON, and would nest it as an array.
        return f"({gathered} || '')"
    return f"CAST({gathered} AS text)"


def build_utc_sql(column: str) -> str:
    """Return SQL for an instant within an array of values. SQLite stores instants in UTC without saying so."""
    return f"{column} || '+00:00'" if connection.vendor == "sqlite" else column


def parse_instant(text: str) -> datetime:
    """Parse an instant that a database wrote as text. SQLite stores instants in UTC without saying so."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def fetch_rows(sql: str, params: Iterable[Any]) -> list[Row]:
    """Return all rows of one statement."""
    with connection.cursor() as cursor:
        cursor.execute(sql, list(params))
        return cursor.fetchall()


def fetch_all(statements: Iterable[Statement]) -> list[list[Row]]:
    """Return the rows of several statements. Each sees what was committed before it started.

    PostgreSQL needs a single round trip: psycopg's client-side cursors, Django's default, send several as one text.
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


def run_statements(statements: Iterable[Statement], *, finally_: Statement = ("SELECT 1", [])) -> None:
    """Run statements that write different tables, and one that reads. PostgreSQL needs a single round trip."""
    if connection.vendor == "postgresql":
        parts, values = [], []
        for n, (sql, params) in enumerate(statements):
            parts.append(f"s{n} AS ({sql})")
            values += params
        statements = [(f"WITH {', '.join(parts)} {finally_[0]}" if parts else finally_[0], values + finally_[1])]
    with connection.cursor() as cursor:
        for sql, params in statements:
            cursor.execute(sql, params)
