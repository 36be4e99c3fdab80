/** Listens to live updates as a page does. */

export type Stream = {
  /** Returns everything that the stream has sent so far. */
  readonly said: () => string
  /** Returns the topics that the stream has sent so far. */
  readonly topics: () => string[]
  /** Reports whether the server has ended the stream. */
  readonly ended: () => boolean
  close(): void
}

/** Opens the stream of live updates of a server; throws if it is refused. */
export async function listenTo(url: string, headers: Record<string, string>): Promise<Stream> {
  const stop = new AbortController()
  const response = await fetch(`${url}/app/live`, { headers, signal: stop.signal })
  if (response.status !== 200 || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  let said = ''
  let ended = false
  void (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: '', done: true }
      if (done) break
      said += value
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  return {
    said: () => said,
    topics: () =>
      [...said.matchAll(/^data: (\{"topics".*)$/gm)].flatMap(
        ([, text = '{}']) => (JSON.parse(text) as { topics: string[] }).topics,
      ),
    ended: () => ended,
    close: () => stop.abort(),
  }
}
