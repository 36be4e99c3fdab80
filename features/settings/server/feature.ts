/** Declares what the feature settings adds to the server. */
import { derivedDiffers } from '#server/derived/prove.ts'
import { type Feature, feature } from '#server/feature.ts'
import { APPS_SETTINGS } from '../domain/apps.ts'
import { COMPANY_RECORD, COMPANY_SETTINGS, SHIPPING_SETTINGS } from '#kernel/settings/company.ts'
import { CODES_SETTINGS } from '../domain/document-codes.ts'
import { TERMS_FORM } from '../domain/terms.ts'
import { settingsRights } from '../domain/rights.ts'
import { listAppLinksQuery } from './app-links.ts'
import { CODES_FORM, listDocumentCodesQuery } from './document-codes.ts'
import { type EmailOf, showEnvironmentLookup, tryEnvironmentLookup } from './environment/try-environment.ts'
import { companyLogoQuery, saveLogoCommand } from './logo.ts'
import { lookUpOwnCompanyLookup } from './look-up-company.ts'
import { saveShippingListsCommand, SHIPPING_LISTS_RECORD, shippingListsQuery } from './save-shipping-lists.ts'
import { owns } from './tables.ts'

/** Returns the manifest of settings. `emailOf` reads the address of the person who tries the mail server. */
export const settings = (emailOf: EmailOf): Feature =>
  feature({
    name: 'settings',
    owns,
    rights: settingsRights,
    entities: [{ name: 'settings', read: settingsRights.read }],
    commands: [saveShippingListsCommand, saveLogoCommand],
    queries: [listAppLinksQuery, listDocumentCodesQuery, shippingListsQuery, companyLogoQuery],
    lookups: [lookUpOwnCompanyLookup, showEnvironmentLookup, tryEnvironmentLookup(emailOf)],
    facts: [derivedDiffers('settings.derived-differs', settingsRights.write, '/settings')],
    settings: [
      {
        id: COMPANY_RECORD,
        name: 'company',
        group: 'company',
        right: settingsRights.write,
        settings: COMPANY_SETTINGS,
      },
      // the record of the dialog in shipping, which changes the same lists
      {
        id: SHIPPING_LISTS_RECORD,
        name: 'shipping',
        group: 'company',
        right: settingsRights.write,
        settings: SHIPPING_SETTINGS,
      },
      { id: 25, name: CODES_FORM, group: 'documents', right: settingsRights.write, settings: CODES_SETTINGS },
      { ...TERMS_FORM, right: settingsRights.write },
      { id: 20, name: 'apps', group: 'company', right: settingsRights.write, settings: APPS_SETTINGS },
    ],
  })
