import { useTranslation } from 'react-i18next'
import { type DocumentCode, listDocumentCodes } from '#features/settings/domain/document-codes.ts'
import { useAsk } from '#web/query.ts'

const NO_CODES: readonly DocumentCode[] = []

/**
 * Returns the table of codes, why it could not be read, and a function for the name of a code: the name that the company
 * gave it, or the usual name of the account in the language of the page. Without either the name is empty.
 */
export function useDocumentCodes() {
  const { t } = useTranslation('settings')
  const { data, error, refetch } = useAsk(listDocumentCodes, {})
  const codes = data?.codes ?? NO_CODES
  const nameOf = (code: string): string =>
    codes.find((one) => one.code === code)?.name || t(`code.${code.replaceAll('.', '_')}`, { defaultValue: '' })
  return { codes, nameOf, unread: data ? null : error, readAgain: () => void refetch() }
}
