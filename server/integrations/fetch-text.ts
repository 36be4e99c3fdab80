/** Makes one HTTP call to an outside service. Returns its answer as text, or the reason why there is none. */

export type TextReply =
  | {
      readonly status: number
      readonly text: string
      /** The pause in seconds that the service requests (`Retry-After`); null if it requests none. */
      readonly retryAfter: number | null
    }
  | { readonly failure: string }

const MOST_ANSWER_BYTES = 1_000_000
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Returns the whole body; null if it is longer than any real answer. */
async function textOf(response: Response, mostBytes: number): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Reads `Retry-After`, which is a number of seconds or a moment; null if it is neither. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

/** Calls a service. Never throws and follows no redirect. A failure contains no address, header or content. */
export async function fetchText(
  url: string,
  {
    mostBytes = MOST_ANSWER_BYTES,
    ...request
  }: {
    method: 'GET' | 'POST'
    headers: Record<string, string>
    body?: string
    signal: AbortSignal
    /** The longest answer that is read; 1 MB unless it is given. */
    mostBytes?: number
  },
): Promise<TextReply> {
  try {
    const response = await fetch(url, { ...request, redirect: 'manual' })
    const { status } = response
    if (status >= 300 && status < 400) {
      await response.body?.cancel()
      return { failure: 'redirected' }
    }
    const text = await textOf(response, mostBytes)
    return text === null
      ? { failure: 'too-long' }
      : { status, text, retryAfter: secondsOf(response.headers.get('retry-after')) }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    if (name === 'TimeoutError' || name === 'AbortError') return { failure: 'time-out' }
    return { failure: NEVER_CONNECTED.has(cause?.code ?? '') ? 'unreachable' : 'cut' }
  }
}
