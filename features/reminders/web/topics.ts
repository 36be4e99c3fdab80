/** The records whose changes change the overdue debts and what was sent about them. */
export const DUE_TOPICS = ['orders', 'payments', 'customers']
