"""Client of Soulgate, the human-in-the-loop runtime for AI agents. Python 3.9 or later, no dependencies.

    from soulgate import Soulgate, gated

    soulgate = Soulgate("http://127.0.0.1:7411", token=os.environ["SOULGATE_KEY"])

    @gated(soulgate, description="Send money back to a customer.")
    def refund(customer: str, amount: float) -> dict:
        return bank.refund(customer, amount)

    refund(customer="c7", amount=12)   # waits for people, runs at most once, raises CallNotRun when it did not run

A call is proposed, decided over by guardrails and people, and runs only after its grant was consumed, with exactly the
arguments that were approved (a person may have edited them). Its result is reported. Nothing here can decide a gate.
"""

from __future__ import annotations

import functools
import inspect
import ipaddress
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Mapping, Optional, Sequence

__all__ = ["CallNotRun", "OutcomeUnknown", "Soulgate", "SoulgateError", "ToolFailed", "gated"]

DEFAULT_PATIENCE_SECONDS = 30.0
MAX_WAIT_SECONDS = 60
MAX_ROUNDS = 3
MAX_PAUSE_SECONDS = 5.0


class SoulgateError(Exception):
    """A refusal of the server, or no answer from it. `code` is stable; `status` is 0 where no answer came."""

    def __init__(self, status: int, code: str, message: str, retry_after: Optional[float] = None):
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after

    @property
    def may_retry(self) -> bool:
        return self.status == 0 or self.status == 429 or self.status >= 500


class CallNotRun(Exception):
    """The tool did not run. `status`: rejected, steered, denied, expired, cancelled, skipped, pending, invalid or void."""

    def __init__(self, status: str, message: str, *, call_id: str = "", gate_id: str = "", instructions: str = ""):
        super().__init__(message)
        self.status = status
        self.call_id = call_id
        self.gate_id = gate_id
        #: What a person asks for instead, where `status` is `steered`.
        self.instructions = instructions


class OutcomeUnknown(Exception):
    """The call was begun and nobody knows how it ended. Raised by a tool, too, to say so of itself; nothing is reported."""


class ToolFailed(Exception):
    """The call ran in an earlier process and failed; its own exception is gone."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: Any) -> None:
        return None


class Soulgate:
    """A connection with the token of an agent: it proposes, waits, consumes and reports, and decides nothing."""

    def __init__(
        self, url: str, token: str, *, patience_seconds: float = DEFAULT_PATIENCE_SECONDS, allow_plain_http: bool = False
    ):
        self._url = url.rstrip("/")
        self._token = token
        self._patience_seconds = patience_seconds
        self._opener = urllib.request.build_opener(_NoRedirect, *_proxies_of(self._url))
        _require_safe_address(self._url, allow_plain_http)

    def propose(
        self, tool: str, arguments: Mapping[str, Any], *, idempotency_key: Optional[str] = None, **about: str
    ) -> Dict[str, Any]:
        """Asks whether a call may run: `outcome` is released (with `grant`), held (with `gate`) or denied.

        `about` takes `goal`, `reason`, `session_id` and `run_id`. The same `idempotency_key` is the same question.
        """
        body = {"tool": tool, "arguments": dict(arguments), **about}
        return self._ask("POST", "/api/calls", body, idempotency_key or f"py-{uuid.uuid4().hex}")

    def wait(self, gate_id: str, timeout_seconds: Optional[float] = None) -> Dict[str, Any]:
        """The gate once people have answered it, or as it stands when the time is over. None waits until it is answered."""
        ends_at = None if timeout_seconds is None else time.monotonic() + timeout_seconds
        while True:
            left = MAX_WAIT_SECONDS if ends_at is None else ends_at - time.monotonic()
            seconds = max(0, min(MAX_WAIT_SECONDS, int(left + 0.999)))
            gate = self._ask("GET", f"/api/gates/{_quote(gate_id)}/wait?timeout_seconds={seconds}")
            if gate["status"] in ("superseded", "expired") and gate.get("superseded_by"):
                gate_id = gate["superseded_by"]
            elif gate["status"] != "pending" or (ends_at is not None and time.monotonic() >= ends_at):
                return gate

    def consume(self, grant_id: str, digest: str) -> Dict[str, Any]:
        """Uses the grant up: succeeds once. Run the tool only after this, with `grant.arguments`."""
        return self._ask("POST", f"/api/grants/{_quote(grant_id)}/consume", {"digest": digest})

    def report(self, grant_id: str, *, output: Any = None, error: Optional[str] = None) -> None:
        """Says what came of a call whose grant was consumed. The first report stands."""
        result: Dict[str, Any] = {"success": error is None, "output": _to_json(output)}
        if error is not None:
            result["error"] = error
        self._ask("POST", f"/api/grants/{_quote(grant_id)}/result", result)

    def declare(self, tool: str, description: str, input_schema: Mapping[str, Any], **more: Any) -> Dict[str, Any]:
        """Tells what a tool does. It is a claim, and its calls are held, until a reviewer has confirmed it."""
        body = {"name": tool, "description": description, "input_schema": dict(input_schema), **more}
        return self._ask("POST", "/api/tools", body)

    def run(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        execute: Callable[[Dict[str, Any], str], Any],
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
        **about: str,
    ) -> Any:
        """Proposes, waits, consumes, runs `execute(arguments, idempotency_key)` once, and reports.

        `execute` is never called without a consumed grant, and never twice for one `idempotency_key`: asked again, by a
        retry or by the next process, the recorded result is returned. Raises CallNotRun, OutcomeUnknown, SoulgateError,
        and whatever `execute` raises.
        """
        key = idempotency_key or f"py-{uuid.uuid4().hex}"
        for attempt in range(1, MAX_ROUNDS + 1):
            grant = self._permission(tool, arguments, key if attempt == 1 else f"{key}#{attempt}", timeout_seconds, about)
            try:
                consumed = self.consume(grant["grant_id"], grant["digest"])
            except SoulgateError as refused:
                if refused.code == "grant_expired" and attempt < MAX_ROUNDS:
                    continue
                if refused.code == "grant_consumed":
                    return self._earlier(grant["call_id"])
                if refused.may_retry:
                    raise
                raise CallNotRun("void", f"{tool} was not run: {refused}", call_id=grant["call_id"]) from refused
            return self._execute(consumed, execute)
        raise AssertionError("unreachable")

    def _permission(
        self, tool: str, arguments: Mapping[str, Any], key: str, timeout_seconds: Optional[float], about: Dict[str, str]
    ) -> Dict[str, Any]:
        try:
            asked = self.propose(tool, arguments, idempotency_key=key, **about)
        except SoulgateError as refused:
            if refused.status == 400:
                raise CallNotRun("invalid", f"{tool} was not run: {refused}") from refused
            raise
        call_id = asked["call_id"]
        if asked["outcome"] == "released" and asked.get("grant"):
            return asked["grant"]
        if asked["outcome"] != "held" or not asked.get("gate"):
            why = " ".join(reason["text"] for reason in asked.get("why_held", []))
            raise CallNotRun("denied", f"{tool} was not run: it is not allowed here. {why}", call_id=call_id)
        gate = self.wait(asked["gate"]["gate_id"], timeout_seconds)
        grants = gate.get("grants") or []
        grant = next((item for item in grants if item["call_id"] == call_id), grants[0] if grants else None)
        if grant is not None and gate["status"] in ("approved", "skipped"):
            return grant
        raise _not_run(tool, gate, call_id)

    def _execute(self, consumed: Dict[str, Any], execute: Callable[[Dict[str, Any], str], Any]) -> Any:
        grant = consumed["grant"]
        try:
            output = execute(grant["arguments"], consumed["idempotency_key"])
        except OutcomeUnknown:
            raise
        except Exception as error:
            self._report_quietly(grant["grant_id"], error=f"{type(error).__name__}: {error}"[:20_000])
            raise
        self._report_quietly(grant["grant_id"], output=output)
        return output

    def _report_quietly(self, grant_id: str, **result: Any) -> None:
        """The tool has run: nothing that happens while it is reported may hide that."""
        try:
            self.report(grant_id, **result)
        except SoulgateError as refused:
            if refused.status == 413:
                brief = {**result, "output": "The output was too long to be recorded."}
                try:
                    self.report(grant_id, **brief)
                except SoulgateError:
                    pass

    def _earlier(self, call_id: str) -> Any:
        ends_at = time.monotonic() + self._patience_seconds
        while True:
            call = self._ask("GET", f"/api/calls/{_quote(call_id)}")
            result = call.get("result") or {}
            if call["status"] == "succeeded":
                return result.get("output")
            if call["status"] == "failed":
                raise ToolFailed(str(result.get("error", "it failed")))
            if time.monotonic() >= ends_at:
                raise OutcomeUnknown(
                    f"{call['tool']} was begun at {call['started_at']} and nobody reported how it ended. "
                    "Look before anything is done again."
                )
            time.sleep(0.2)

    def _ask(self, method: str, path: str, body: Any = None, idempotency_key: Optional[str] = None) -> Any:
        """Asks again while no answer comes. Consuming is not repeated: its lost answer may have been a yes."""
        ends_at = time.monotonic() + self._patience_seconds
        pause = 0.2
        while True:
            try:
                return self._send(method, path, body, idempotency_key)
            except SoulgateError as error:
                wait_seconds = error.retry_after if error.retry_after is not None else pause
                is_final = path.endswith("/consume") and error.status != 429
                if not error.may_retry or is_final or time.monotonic() + wait_seconds > ends_at:
                    raise
                time.sleep(wait_seconds)
                pause = min(pause * 2, MAX_PAUSE_SECONDS)

    def _send(self, method: str, path: str, body: Any, idempotency_key: Optional[str]) -> Any:
        headers = {"authorization": f"Bearer {self._token}", "accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body, allow_nan=False).encode()
            headers["content-type"] = "application/json"
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        request = urllib.request.Request(self._url + path, data=data, method=method, headers=headers)
        try:
            with self._opener.open(request, timeout=MAX_WAIT_SECONDS + 30) as response:
                text = response.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            raise _problem(error) from None
        except (urllib.error.URLError, OSError, ValueError) as error:
            raise SoulgateError(0, "unreachable", f"{self._url}{path} gave no answer: {error}") from error


def gated(
    soulgate: Soulgate,
    *,
    description: str,
    name: Optional[str] = None,
    input_schema: Optional[Mapping[str, Any]] = None,
    idempotency_key: Optional[Callable[..., str]] = None,
    timeout_seconds: Optional[float] = None,
    **about: str,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Puts a gate in front of a function. Its parameters are the arguments of the tool, and must be what JSON can hold.

    `idempotency_key(**arguments)` names a call for good, so that it goes on after a restart instead of being asked again.
    A parameter called `soulgate_key` is given the key under which the call runs, and is not part of the arguments.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        tool = name or function.__name__
        signature = inspect.signature(function)
        takes_key = "soulgate_key" in signature.parameters
        declaring = threading.Lock()
        declared = [False]

        def declare_once() -> None:
            with declaring:
                if not declared[0]:
                    soulgate.declare(tool, description, input_schema or _schema_of(signature))
                    declared[0] = True

        @functools.wraps(function)
        def call(*values: Any, **named: Any) -> Any:
            given = {**named, "soulgate_key": ""} if takes_key else named
            bound = signature.bind(*values, **given)
            bound.apply_defaults()
            arguments = {key: value for key, value in bound.arguments.items() if key != "soulgate_key"}
            arguments = json.loads(json.dumps(arguments, allow_nan=False))
            declare_once()

            def execute(approved: Dict[str, Any], key: str) -> Any:
                return function(**approved, **({"soulgate_key": key} if takes_key else {}))

            key = None if idempotency_key is None else idempotency_key(**arguments)
            return soulgate.run(
                tool, arguments, execute, idempotency_key=key, timeout_seconds=timeout_seconds, **about
            )

        return call

    return decorate


_JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object", list: "array"}
_NAMED_TYPES = {type_.__name__: json_type for type_, json_type in _JSON_TYPES.items()}


def _schema_of(signature: inspect.Signature) -> Dict[str, Any]:
    properties: Dict[str, Any] = {}
    required = []
    for parameter in signature.parameters.values():
        if parameter.name == "soulgate_key":
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise TypeError(f"{parameter} of a gated function has no name on the card; give each argument one.")
        annotation = parameter.annotation
        known = _NAMED_TYPES.get(annotation) if isinstance(annotation, str) else _JSON_TYPES.get(annotation)
        properties[parameter.name] = {} if known is None else {"type": known}
        if parameter.default is parameter.empty:
            required.append(parameter.name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _not_run(tool: str, gate: Dict[str, Any], call_id: str) -> CallNotRun:
    decided = [decision for decision in gate.get("decisions", []) if not decision.get("late")]
    decision = decided[-1] if decided else {}
    words = " ".join(text for text in (decision.get("reason"), decision.get("feedback")) if text)
    about = {"call_id": call_id, "gate_id": gate["gate_id"]}
    status = gate["status"]
    if status == "pending":
        return CallNotRun("pending", f"{tool} was not run yet: it waits for a person at {gate['gate_id']}.", **about)
    if status == "steered":
        instructions = decision.get("steer_instructions", "")
        message = f"{tool} was not run. A person asks for this instead: {instructions}"
        return CallNotRun("steered", message, instructions=instructions, **about)
    if status == "expired":
        return CallNotRun("expired", f"{tool} was not run: nobody answered in time.", **about)
    if status in ("skipped", "answered"):
        return CallNotRun("skipped", f"{tool} was not run: a person does without it. {words}".strip(), **about)
    if status == "cancelled":
        return CallNotRun("cancelled", f"{tool} was not run: it was withdrawn.", **about)
    return CallNotRun("rejected", f"{tool} was not run: a person rejected it. {words}".strip(), **about)


def _problem(error: urllib.error.HTTPError) -> SoulgateError:
    try:
        problem = json.loads(error.read() or b"{}")
    except (ValueError, OSError):
        problem = {}
    problem = problem if isinstance(problem, dict) else {}
    after = error.headers.get("retry-after", "")
    fields = "; ".join(f"{item.get('field')} {item.get('message')}" for item in problem.get("errors") or [])
    message = f"{problem.get('detail', error.reason)} {fields}".strip()
    retry_after = float(after) if after.isdigit() else None
    return SoulgateError(error.code, str(problem.get("code", "unknown")), message, retry_after)


def _to_json(value: Any) -> Any:
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        return str(value)


def _quote(part: str) -> str:
    return urllib.parse.quote(part, safe="")


def _proxies_of(url: str) -> Sequence[urllib.request.BaseHandler]:
    """None on plain http, whatever the environment says: a proxy is another machine, and would read the token."""
    return [urllib.request.ProxyHandler({})] if url.startswith("http:") else []


def _require_safe_address(url: str, allow_plain_http: bool) -> None:
    """A token is not sent in the clear to another machine, unless somebody says that nobody else reads its network."""
    place = urllib.parse.urlsplit(url)
    host = place.hostname or ""
    try:
        is_here = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_here = host == "localhost"
    if place.scheme == "https" or (place.scheme == "http" and (is_here or allow_plain_http)):
        return
    raise ValueError(
        f"{url} would carry the token in the clear. Use https, or give allow_plain_http=True where nobody else can read "
        "that network."
    )
