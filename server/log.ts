/** What the server writes to its log. Fastify's logger (pino) fits. */
export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
