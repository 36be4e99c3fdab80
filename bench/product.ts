/** Starts the real server in a separate process and signs in. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const ADMIN = { email: 'bench@kerino.example', password: 'measuring-is-knowing' }
const PAGE_KEY = 'bench-page-key-0123456789'

/** An account that signs in. The one of the measurements is created at the start of the server. */
export type Account = { readonly email: string; readonly password: string }

export type SignedIn = { id: number; email: string; username: string; firstName: string; role: string | null }

/** An open session: its cookie, and the account as pages store it. */
export type Session = { readonly cookie: string; readonly user: SignedIn }

export type Product = {
  readonly pid: number
  /** The signed-in account, as pages store it. */
  readonly user: SignedIn
  readonly port: number
  /** The headers that a signed-in page sends with each request. */
  readonly headers: Record<string, string>
  /** Signs another account in. */
  signIn(account: Account): Promise<Session>
  stop(): Promise<void>
}

/** Starts the server on a free port and signs an account in; `flags` are passed to its Node. */
export async function startProduct(
  environment: Record<string, string>,
  flags: string[] = [],
  root: string = ROOT,
  first: Account = ADMIN,
): Promise<Product> {
  const server = spawn(process.execPath, [...flags, 'app/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      APP_API_KEY: PAGE_KEY,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const port = await portOf(server)
  const signIn = async (account: Account): Promise<Session> => {
    const answer = await fetch(`http://127.0.0.1:${port}/app/session.sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, remember: false }),
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
    if (!cookie) throw new Error(`The sign-in failed: ${await answer.text()}`)
    const { user } = (await answer.json()) as { user: SignedIn }
    return { cookie, user }
  }
  const { cookie, user } = await signIn(first)
  return {
    signIn,
    pid: server.pid ?? 0,
    user,
    port,
    headers: { cookie, 'x-dreamfactory-api-key': PAGE_KEY, accept: 'application/json', 'accept-encoding': 'gzip' },
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', (chunk) => {
      said += chunk
      const port = /ready at \S+:(\d+)/.exec(said)?.[1]
      if (port) resolve(Number(port))
    })
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code}: ${said}`)))
  })
}

/** Starts a process that measures. It answers each task with the result of a round. */
export async function startMeasurer<Ask extends object, Answer>(
  file: string,
  start: object,
): Promise<{ readonly pid: number; ask(order: Ask): Promise<Answer>; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(start)], {
    cwd: ROOT,
    execPath: process.execPath,
  })
  const answer = async (): Promise<unknown> => {
    const gone = new AbortController()
    const ended = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
      throw new Error(`${file} ended with code ${code}`)
    })
    ended.catch(() => {})
    const [message] = (await Promise.race([once(child, 'message', { signal: gone.signal }), ended])) as [unknown]
    gone.abort()
    return message
  }
  await answer()
  return {
    pid: child.pid ?? 0,
    async ask(order) {
      child.send(order)
      return (await answer()) as Answer
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
