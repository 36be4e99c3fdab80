/** The tables that this feature owns. It reads no others: whoever posts brings the lines. */
export const owns = ['account_days', 'debt_changes', 'payment_matches', 'postings'] as const
