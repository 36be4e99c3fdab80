/** How long a password must and may be. `accounts/server/new-password` has the whole rule. */
export const LEAST_PASSWORD_CHARACTERS = 10
/** A limit keeps the cost of hashing low. */
export const MOST_PASSWORD_CHARACTERS = 200
