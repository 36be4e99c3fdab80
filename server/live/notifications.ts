/** The words of the notifications that processes on one database send each other. */

/** Sent by the triggers of sessions, users, sections and keys: `access|session:12`, `access|user:5`, `access|keys`, `access|*` for everybody. */
export const ACCESS = 'access'
/** Begins the name of a table in a notification, to tell it from a topic. */
export const TABLE = '#'
/** Stands for any table. */
export const ANY_TABLE = '*'

/** What a transaction notifies that replaced records of any kind. Every process then reads anew what it keeps in memory. */
export const EVERYTHING_REPLACED: readonly string[] = [`${ACCESS}|*`, `restored|${TABLE}${ANY_TABLE}|*`]
