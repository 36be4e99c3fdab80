/** Counts what a server answers while it does something else, for the tests of work that threads do beside it. */
import type { TestCompany } from './company.ts'

/** More answers than a server gives that does the work in its own thread. */
export const SEVERAL = 10

/** Counts the answers of the server until the work is done, up to several. */
export async function answersDuring(company: TestCompany, work: Promise<unknown>): Promise<number> {
  let done = false
  const working = work.finally(() => {
    done = true
  })
  let answers = 0
  while (!done && answers < SEVERAL) {
    const { statusCode } = await company.app.inject('/healthz')
    if (!done && statusCode === 200) answers += 1
    // work in this thread would run now and delay the next answer
    await new Promise((turn) => setTimeout(turn, 1))
  }
  await working
  return answers
}
