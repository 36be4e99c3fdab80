/** A photo that is not stored yet, as base64. `address` is its `data:` URL, by which the page shows it. */
export type Photo = { readonly base64: string; readonly takenAt: string; readonly address: string }
