import { runProgram } from '../../src/surfaces/cli/program.ts'

/** Runs one line of the command line against a server, as somebody, and gives what it said. */
export async function runLine(
  as: { readonly url: string; readonly token: string; readonly folder: string },
  line: readonly string[],
): Promise<string> {
  let text = ''
  const write = (piece: string) => {
    text += piece
  }
  const environment = {
    SOULGATE_HOME: `${as.folder}/home`,
    SOULGATE_URL: as.url,
    SOULGATE_TOKEN: as.token,
  }
  await runProgram(
    {
      ...{ environment, workingFolder: as.folder, isTerminal: false },
      ...{ write, writeError: write, ask: async () => '', setExitCode: () => {} },
    },
    line,
    '0.0.0',
  )
  return text
}
