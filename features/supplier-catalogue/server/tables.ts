export const owns = ['provider_products'] as const
export const reads = ['products', 'providers'] as const
