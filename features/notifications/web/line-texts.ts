/** The words of a line, from the texts of the feature that declares its kind. */
import { useTranslation } from 'react-i18next'
import { allNamespaces } from '#web/i18n.ts'
import type { Line } from '../domain/contract.ts'
import { WORDS } from '#web/language/text-files.ts'
import { needTexts } from '#web/language/needed-texts.ts'

// these words of all areas are in a file of their own
needTexts(WORDS)

/** Splits the name of a kind into its feature and the key of its texts. */
const partsOf = (kind: string): { ns: string; key: string } => {
  const [ns = '', key = ''] = kind.split('.')
  return { ns, key }
}

export function useLineTexts() {
  const { t } = useTranslation('notifications')
  return {
    kind: (kind: string): string => {
      const { ns, key } = partsOf(kind)
      return t(`notice.${key}`, { ns })
    },
    line: ({ kind, count, message }: Line): string => {
      const { ns, key } = partsOf(kind)
      return t(`notice-line.${key}`, { ns, count, from: message?.from ?? '' })
    },
    record: ({ entity, entityId }: { entity: string; entityId: number }): string =>
      `${t(`found.${entity}`, { ns: ['notifications', ...allNamespaces()] })} ${entityId}`,
  }
}
