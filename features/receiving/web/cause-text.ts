import { useTranslation } from 'react-i18next'
import { causesOf } from '#features/invoicing/web/causes.ts'

/** Returns a function that says why the tax office gave no clear answer, in the words that invoicing has for the same causes. */
export function useCauseText(): (code: string) => string {
  const { t } = useTranslation('receiving')
  const { t: said, i18n } = useTranslation('invoicing')
  return (code) => {
    const [cause] = causesOf(code)
    return cause !== undefined && i18n.exists(`document.cause.${cause}`, { ns: 'invoicing' })
      ? said(`document.cause.${cause}`)
      : t('cause.other')
  }
}
