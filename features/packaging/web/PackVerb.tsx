import { useDeviceActions } from '#web/offline/device-actions.ts'
import type { VerbCall, VerbPart } from '#web/layouts/palette-verbs.ts'
import { usePerson } from '#web/session.ts'
import { PackOrderDialog } from './box/PackOrderDialog.tsx'

type PackHereProps = { call: VerbCall; personId: number; close: () => void }

function PackHere({ call, personId, close }: PackHereProps) {
  const queue = useDeviceActions(personId)
  return <PackOrderDialog id={call.record?.id ?? 0} queue={queue} onClose={close} startsAtPress />
}

/** Opens the dialog in which an order is packaged, with the focus on its button. */
const PackVerb: VerbPart = ({ call, close }) => {
  const person = usePerson()
  return person === null ? null : <PackHere call={call} personId={person.id} close={close} />
}
export default PackVerb
