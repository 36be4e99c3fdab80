/** What the list of payments can show, as its address says it. */
export const PAYMENTS_SHOWN = ['all', 'Inbound', 'Outbound', 'cancelled'] as const
export type PaymentsShown = (typeof PAYMENTS_SHOWN)[number]
