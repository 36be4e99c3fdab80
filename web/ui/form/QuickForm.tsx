import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Overlays.tsx'
import type { SearchOffer } from './SearchPick.tsx'

/** Returns the offer to create what a field that searches has not found; null for an empty text. */
export function useCreateOffer(open: (name: string) => void): (text: string) => SearchOffer | null {
  const { t } = useTranslation('frame')
  return (text) => {
    const name = text.trim()
    return name === '' ? null : { row: `${t('action.create')}: ${name}`, take: () => open(name) }
  }
}

type Props = { title: string; onClose: () => void; returnFocus: boolean; children: ReactNode }

/** The dialog of a short form inside a form. Saving it does not save the form that has opened it. */
export function QuickForm({ title, onClose, returnFocus, children }: Props) {
  const stop = (event: SyntheticEvent) => event.stopPropagation()
  return (
    <Dialog opened onClose={onClose} title={title} size="sm" closeOnClickOutside={false} returnFocus={returnFocus}>
      <div onSubmit={stop} onPaste={stop}>
        {children}
      </div>
    </Dialog>
  )
}
