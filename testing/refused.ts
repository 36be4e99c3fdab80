/** Finds out why the product refuses a call. */
import { type Refusal, Refused } from '#kernel/refusal.ts'

/** Returns why a call is refused. Fails if it succeeds, and with the error of a call that fails in another way. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
  throw new Error('nothing was refused')
}

/** Returns the code of the refusal of a call. Fails as `refusalOf` does. */
export const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusalOf(call)).code
