import { lazyPart } from '#web/lazy-part.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import type { NameDialogProps } from './NameForm.tsx'

// lists need no form before a view is named
const NameForm = lazyPart<NameDialogProps>(() => import('./NameForm.tsx'))

/** Asks for the name of a view. It stays open with the reason if saving is refused. */
export function NameDialog(props: NameDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.close} title={props.title}>
      <NameForm {...props} />
    </Dialog>
  )
}
