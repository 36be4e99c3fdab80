/** For dependency-cruiser's own command line and for editors; `npm run check` asks scripts/check-layers.ts. */
export { importRules as default } from './scripts/import-rules.ts'
