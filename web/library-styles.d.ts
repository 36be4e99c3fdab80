/** The styles of the libraries that come before those of the product, which scripts/library-styles.ts builds. */
declare module 'library-styles'
