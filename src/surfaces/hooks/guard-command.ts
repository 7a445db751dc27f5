import { joinWords } from './shell-words.ts'

/** The program of the hook and its parameters, as the host has to start it. */
export interface HookProgram {
  readonly command: string
  readonly parameters: readonly string[]
}

/** Seconds: the hook answers, else the guard ends it, else the host gives up and lets the tool run. In this order. */
export const HOOK_SECONDS = 570
export const GUARD_SECONDS = 585
export const HOST_SECONDS = 600

/**
 * What the host runs. A host lets a tool run when its hook cannot be started, ends with anything but 2, takes too long
 * or says nothing: so a few lines of shell stand around the program that make each of these a 2. They need no file.
 */
export function guardCommand({ command, parameters }: HookProgram): string {
  return joinWords(['/bin/sh', '-c', guardScript(GUARD_SECONDS), command, ...parameters])
}

/** `$0` is the program, `$@` its parameters. The answer must be JSON that a hook gives, or it counts as none. */
function guardScript(seconds: number): string {
  return [
    'exec 3<&0',
    'out=$("$0" "$@" <&3 & p=$!',
    `(sleep ${seconds} & s=$!; trap "kill $s; exit" TERM; wait $s; kill -9 $p) >/dev/null 2>&1 & w=$!`,
    'wait $p; c=$?; kill $w 2>/dev/null; exit $c)',
    'c=$?',
    'case "$c$out" in 0{*hookSpecificOutput*}|2{*hookSpecificOutput*}) printf "%s\\n" "$out"; exit $c;; esac',
    `printf "%s\\n" "Soulgate's hook gave no answer (code $c), so nothing is let through. Run: soulgate doctor" >&2`,
    'exit 2',
  ].join('; ')
}
