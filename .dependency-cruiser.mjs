/** For the command line of dependency-cruiser and for editors; `npm run check` uses scripts/check-layers.ts. */
export { importRules as default } from './scripts/import-rules.ts'
