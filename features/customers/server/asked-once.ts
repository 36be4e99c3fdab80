/** Questions to the outside that several people may have at once: the first asks, the others wait for the same answer. */

/** Shares the answer to a question while it is being asked. `asked` is what is asked, one memory for each. */
export function askedOnce<Answer>(): (asked: object, question: string, ask: () => Promise<Answer>) => Promise<Answer> {
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
