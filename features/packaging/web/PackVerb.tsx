import type { VerbPart } from '#web/layouts/palette-verbs.ts'
import { PackHere } from './box/PackHere.tsx'

/** Opens the dialog in which an order is packaged. */
const PackVerb: VerbPart = ({ call, close }) => <PackHere id={call.record?.id ?? 0} opened close={close} />
export default PackVerb
