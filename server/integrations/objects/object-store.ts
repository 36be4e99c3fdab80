/** The port to a store of objects: bytes under a name. Only the server reads it; it is private. */

export type StoreFailure = { readonly kind: 'unavailable'; readonly reason: string }

/** No function throws for a failure of the store or the connection. Each may be repeated. */
export type ObjectStore = {
  put(name: string, content: Uint8Array, mediaType: string): Promise<{ readonly kind: 'stored' } | StoreFailure>
  get(
    name: string,
  ): Promise<{ readonly kind: 'found'; readonly content: Buffer } | { readonly kind: 'absent' } | StoreFailure>
  /** An object that does not exist counts as removed. */
  remove(name: string): Promise<{ readonly kind: 'removed' } | StoreFailure>
}
