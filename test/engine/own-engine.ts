import { onTestFinished } from 'vitest'
import { mover, startEngine, type TestEngine, type TestEngineOptions } from './engine-fixture.ts'

/** An engine of one test, which stops when that test is over. Its agent is the mover unless another is named. */
export async function engineWith(options: Partial<TestEngineOptions> = {}): Promise<TestEngine> {
  const engine = await startEngine({ agents: [mover], ...options })
  onTestFinished(engine.stop)
  return engine
}

/** The first call of a tool in the journal of a run. */
export async function toolStep(engine: TestEngine, runId: string) {
  return (await engine.store.listSteps(runId)).find(({ kind }) => kind === 'tool')
}
