/** The log of the server. Fastify's logger (pino) implements it. */
export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Addresses of people in the messages of mail servers. */
const MAIL_ADDRESS = /[^\s<>"']+@[^\s<>"',;]+/g

/** Returns the parts of an error that describe its cause. The details of a database contain the values of the refused row. */
function showError(error: unknown): { type: string; message: string; stack: string; [part: string]: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code, constraint } = error as { code?: string; constraint?: string }
  const withoutPeople = (text: string) => text.replace(MAIL_ADDRESS, '[address]')
  return {
    type: error.name,
    message: withoutPeople(error.message),
    stack: withoutPeople(error.stack ?? ''),
    code,
    constraint,
  }
}

/**
 * The options of the server's log. It contains no names and addresses of people at any level, except of those who sign in:
 * an address is logged without its query, which contains searches, filters and inputs.
 */
export const logOptions = (level: string) => ({
  level,
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: {
    req: ({ method, url }: { method: string; url: string }) => ({ method, url: url.split('?', 1)[0] ?? '' }),
    err: showError,
    error: showError,
  },
})
