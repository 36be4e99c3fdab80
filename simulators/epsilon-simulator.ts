/**
 * Simulates Epsilon Digital and Epsilon Smart with two HTTP servers on loopback. It accepts its requests, stores the documents that it
 * issues, and fails on demand.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault } from './epsilon-document.ts'
import { type Answer, Epsilon, type EpsilonSimulatorOptions, problem } from './epsilon-provider.ts'
import type { RecordedSale } from './epsilon-smart-store.ts'
import type { StoredDocument } from './epsilon-store.ts'

export type CallName = 'login' | 'refresh' | 'send' | 'get' | 'insert'

/** The failure of the next call with that name. `stored` says whether the document is stored before the failure. */
export type FailurePlan = { readonly call: CallName; readonly stored?: boolean; readonly times?: number } & (
  | { readonly mode: 'time-out' | 'html-502' | 'cut' | 'unauthorized' | 'redirect' | 'not-found' }
  /** The document is accepted only when `takeLate` is called, long after the caller timed out. */
  | { readonly mode: 'late' }
  | { readonly mode: 'refuse'; readonly fault: Fault }
  /** Answers with the given body. */
  | { readonly mode: 'answer'; readonly status?: number; readonly body: unknown }
  /** Repeats the secrets of the caller in an error text, as careless programs do. */
  | { readonly mode: 'echo-secrets' }
)

export type LoggedCall = { readonly call: string; readonly key: string | null; readonly status: number | null }

export type EpsilonSimulator = {
  readonly loginUrl: string
  /** Returns the documents issued so far. */
  documents(): readonly StoredDocument[]
  /** Returns what Epsilon Smart has recorded so far. */
  recorded(): readonly RecordedSale[]
  calls(): readonly LoggedCall[]
  /** Adds failures for the next calls. Each is used once, or `times` times. */
  fail(...plans: FailurePlan[]): void
  /** Forgets the planned failures that have not happened. */
  recover(): void
  /** Accepts the documents of failures with the mode `late`. */
  takeLate(): void
  /** Expires all access tokens issued so far; with `refreshTokens` also the refresh tokens. */
  expireTokens(refreshTokens?: boolean): void
  close(): Promise<void>
}

const CALLS: Readonly<Record<string, CallName>> = {
  '/api/account/logintosubscription': 'login',
  '/api/token/refresh': 'refresh',
  '/api/send': 'send',
  '/api/get': 'get',
  '/api/eshop/insertdocuments': 'insert',
}
const HTML = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

async function bodyOf(request: IncomingMessage): Promise<{ text: string; json: unknown }> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  try {
    return { text, json: JSON.parse(text) }
  } catch {
    return { text, json: undefined }
  }
}

function write(response: ServerResponse, answer: Answer, cut: boolean): void {
  if (answer === null) return
  const { status, body, html, location } = answer
  const text = html ?? (body === undefined ? '' : JSON.stringify(body))
  const type = html ? 'text/html' : status >= 400 ? 'application/problem+json' : 'application/json'
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    ...(location ? { location } : {}),
  })
  if (!cut) response.end(text)
  else response.write(text.slice(0, text.length / 2), () => response.destroy())
}

/**
 * Starts the simulator on two free ports of loopback: the account server, and the API whose address it returns. In one
 * piece, because its two servers share the tokens, the documents and the failures to come.
 */
export async function startEpsilonSimulator({
  onNoAnswer = () => {},
  ...options
}: EpsilonSimulatorOptions & {
  /** Receives the address and body of a call that will never be answered, so that its caller can time out at once. */
  readonly onNoAnswer?: (url: string, body: string) => void
}): Promise<EpsilonSimulator> {
  const epsilon = new Epsilon(options)
  const plans: { plan: FailurePlan; left: number }[] = []
  const log: LoggedCall[] = []
  const late: (() => unknown)[] = []

  const nextFailure = (call: CallName): FailurePlan | null => {
    const found = plans.find(({ plan, left }) => plan.call === call && left > 0)
    if (found) found.left -= 1
    return found?.plan ?? null
  }

  const answerTo = (call: CallName, request: IncomingMessage, body: unknown, fault: Fault | null): Answer => {
    if (call === 'login') return epsilon.login(body)
    if (call === 'refresh') return epsilon.refresh(body)
    if (!epsilon.acceptsToken(request)) return { status: 401 }
    if (call === 'insert') return epsilon.smart.insert(body, fault?.message ?? null)
    if (request.headers['x-version'] !== '3.0') return problem(400, 'X-Version is missing')
    return call === 'send' ? epsilon.send(body, fault) : epsilon.get(body)
  }

  const failing = (plan: FailurePlan, text: string, act: (fault: Fault | null) => Answer, response: ServerResponse) => {
    if (plan.mode === 'refuse') return write(response, act(plan.fault), false)
    if (plan.mode === 'answer') {
      if (plan.stored) act(null)
      return write(response, { status: plan.status ?? 200, body: plan.body }, false)
    }
    if (plan.mode === 'late') {
      late.push(() => act(null))
      return onNoAnswer(response.req.url ?? '', text)
    }
    const answer =
      plan.stored || (plan.mode === 'cut' && plan.call !== 'send' && plan.call !== 'insert') ? act(null) : null
    switch (plan.mode) {
      case 'time-out':
        return onNoAnswer(response.req.url ?? '', text)
      case 'cut':
        return write(response, answer ?? { status: 200, body: { status: 0, processId: 'nothing' } }, true)
      case 'html-502':
        return write(response, { status: 502, html: HTML }, false)
      case 'unauthorized':
        return write(response, { status: 401 }, false)
      case 'not-found':
        return write(response, { status: 404, html: HTML.replaceAll('502 Bad Gateway', '404 Not Found') }, false)
      case 'redirect':
        return write(response, { status: 302, location: `${epsilon.apiUrl}api/elsewhere` }, false)
      case 'echo-secrets':
        return write(
          response,
          { status: 400, body: { title: text, detail: response.req.headers.authorization ?? '', status: 400 } },
          false,
        )
    }
  }

  const serve = (calls: readonly CallName[]) =>
    createServer((request, response) => {
      const handle = async () => {
        const { text, json } = await bodyOf(request)
        const call = CALLS[(request.url ?? '').toLowerCase()]
        const known = call !== undefined && calls.includes(call) && request.method === 'POST'
        const [sale] = Array.isArray(json) ? (json as { RefDocCode?: unknown }[]) : []
        const key = sale?.RefDocCode ?? (json as { externalSystemId?: unknown } | undefined)?.externalSystemId
        response.on('close', () => {
          const status = response.headersSent ? response.statusCode : null
          log.push({ call: known ? call : (request.url ?? ''), key: typeof key === 'string' ? key : null, status })
        })
        if (!known) return write(response, problem(404, 'Not Found'), false)
        const act = (fault: Fault | null) => answerTo(call, request, json, fault)
        const plan = nextFailure(call)
        return plan ? failing(plan, text, act, response) : write(response, act(null), false)
      }
      handle().catch(() => response.destroy())
    })

  const account = serve(['login', 'refresh'])
  const api = serve(['send', 'get', 'insert'])
  const loginUrl = await listen(account)
  epsilon.apiUrl = `${await listen(api)}/`
  return {
    loginUrl,
    recorded: () => epsilon.smart.sales(),
    documents: () => epsilon.store.all().filter((entry) => entry.signing !== null),
    calls: () => log,
    recover: () => void plans.splice(0),
    fail: (...more) => void plans.push(...more.map((plan) => ({ plan, left: plan.times ?? 1 }))),
    takeLate: () => {
      for (const take of late.splice(0)) take()
    },
    expireTokens: (refreshTokens = false) => epsilon.expireTokens(refreshTokens),
    close: async () => {
      await Promise.all([account, api].map(stop))
    },
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
