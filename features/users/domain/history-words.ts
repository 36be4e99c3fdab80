import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of accounts to the texts of their values. */
export const ACCOUNT_WORDS: HistoryWords = {
  role: ['users:role'],
  status: ['users:state'],
  link: ['users:link'],
  linkMail: ['users:link-mail'],
  password: ['users:password'],
  pin: ['users:pin'],
  secondFactor: ['users:second-factor'],
  seenAs: ['users:role'],
}
