/** The common parts of HTTP simulators: a server on a free port of loopback, and failures of the connection. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SimulatedAnswer = {
  readonly status: number
  readonly type: string
  readonly text: string
  /** The header `Retry-After`, if the answer has one. */
  readonly retryAfter?: string
}

/**
 * The failure of the next call. `silent` does what the call asks and never answers, and `late` does it only when `takeLate` is called.
 */
export type ConnectionFailure = 'time-out' | 'html-502' | 'cut' | 'redirect' | 'endless' | 'silent' | 'late' | 'reset'

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr></body></html>'

export const jsonAnswer = (status: number, body: unknown): SimulatedAnswer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
})

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function write(response: ServerResponse, { status, type, text, retryAfter }: SimulatedAnswer, cut = false): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    ...(status === 302 ? { location: '/elsewhere' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  })
  if (!cut) response.end(text)
  else response.write(text.slice(0, text.length / 2), () => response.destroy())
}

function fail(failure: ConnectionFailure, response: ServerResponse, answer: () => SimulatedAnswer): void {
  switch (failure) {
    case 'time-out':
    case 'late':
      return
    case 'silent':
      answer()
      return
    case 'reset':
      answer()
      return void response.destroy()
    case 'html-502':
      return write(response, { status: 502, type: 'text/html', text: HTML })
    case 'redirect':
      return write(response, { status: 302, type: 'text/html', text: HTML })
    case 'cut':
      return write(response, answer(), true)
    case 'endless': {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = (): void => {
        if (!response.destroyed) response.write(' '.repeat(64 * 1024), () => setImmediate(more))
      }
      return more()
    }
  }
}

export type HttpSimulator = {
  readonly url: string
  /** Adds one failure for each of the next calls. */
  fail(...failures: ConnectionFailure[]): void
  /** Does what the late calls asked for. Nobody waits for their answers any more. */
  takeLate(): void
  /** Forgets the failures that no call has met yet. */
  recover(): void
  close(): Promise<void>
}

/** Starts a server that answers each call with the result of `answer`. */
export async function startHttpSimulator(
  answer: (request: IncomingMessage, body: string) => SimulatedAnswer,
): Promise<HttpSimulator> {
  const failures: ConnectionFailure[] = []
  const late: (() => void)[] = []
  const server = createServer((request, response) => {
    const handle = async () => {
      const body = (await bodyOf(request)).toString('utf8')
      const failure = failures.shift()
      if (failure === 'late') late.push(() => answer(request, body))
      if (failure) fail(failure, response, () => answer(request, body))
      else write(response, answer(request, body))
    }
    handle().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (...more) => void failures.push(...more),
    takeLate: () => {
      for (const take of late.splice(0)) take()
    },
    recover: () => void failures.splice(0),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
