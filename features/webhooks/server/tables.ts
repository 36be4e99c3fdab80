/** Lists the tables that this feature owns. */
export const owns = ['webhooks', 'webhook_deliveries'] as const
