/** Tells the machine itself from others. Only to itself may the product connect without encryption. */

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reports whether a host is the machine itself. `host` is written as in `URL.hostname`: in small letters, IPv6 in brackets. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.has(host)
