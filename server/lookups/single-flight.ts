/** Shares one request to an outside service among all callers who ask the same at the same time. */

/**
 * Returns a function that calls `ask` once for each question under way and returns its answer to all callers. Each
 * `asked` object has its own questions.
 */
export function singleFlight<Answer>(): (
  asked: object,
  question: string,
  ask: () => Promise<Answer>,
) => Promise<Answer> {
  const running = new WeakMap<object, Map<string, Promise<Answer>>>()
  return (asked, question, ask) => {
    const questions = running.get(asked) ?? new Map<string, Promise<Answer>>()
    running.set(asked, questions)
    const earlier = questions.get(question)
    if (earlier) return earlier
    const answer = ask().finally(() => questions.delete(question))
    questions.set(question, answer)
    return answer
  }
}
