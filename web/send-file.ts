/** Sends a file to the server and reports the progress, which `fetch` cannot do. */
import { CHANGED_HEADER } from '#kernel/live/topics.ts'
import { demandNewAnswers, failureOf, headers, Offline, tellChanged, withSignIn } from '#web/api.ts'
import { saidIn } from '#web/failures.ts'

export type SendOptions = {
  /** Called with the part that has been sent, from 0 to 1. */
  progress?: (part: number) => void
  signal?: AbortSignal
}

/** Sends the bytes of a file. Throws `Refused`, `Offline` or `ServerFault`. */
export const sendFile = (address: string, file: Blob, options: SendOptions = {}): Promise<unknown> =>
  withSignIn(() => post(address, file, options))

function post(address: string, file: Blob, { progress, signal }: SendOptions): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const request = new XMLHttpRequest()
  request.open('POST', address)
  for (const [name, value] of Object.entries(headers({ 'Content-Type': 'application/octet-stream' })))
    request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', (event) => {
    const { loaded: sent, total: whole } = event
    if (event.lengthComputable) progress?.(sent / whole)
  })
  request.addEventListener('loadend', demandNewAnswers)
  request.addEventListener('load', () => {
    tellChanged(request.getResponseHeader(CHANGED_HEADER))
    try {
      resolve(answerIn(request))
    } catch (error) {
      reject(error)
    }
  })
  request.addEventListener('error', () => reject(new Offline('the server cannot be reached')))
  request.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

/** Returns what the server answered. Throws `Refused` or `ServerFault`. */
function answerIn(request: XMLHttpRequest): unknown {
  const { status, responseText } = request
  if (status >= 200 && status < 300) return saidIn(responseText)
  throw failureOf(status, parsed(responseText), request.getResponseHeader('x-request-id'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
