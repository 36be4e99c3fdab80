/** Lists the tables that this feature owns, and those that its SQL reads. */
export const owns = ['photos', 'photo_contents', 'deleted_photos', 'photo_uses'] as const
export const reads = ['products'] as const
