/** Keeps the logo of the letterhead. */
import type { Paper } from '#kernel/paper.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, query } from '#server/command.ts'
import { plainJpeg } from '#server/pictures/jpeg.ts'
import { plainPng } from '#server/pictures/png.ts'
import { COMPANY_RECORD } from '#kernel/settings/company.ts'
import { companyLogo, MOST_LOGO_PIXELS, saveLogo } from '../domain/logo.ts'
import { COMPANY_LOGO, forgetSetting, readLogo, saveSetting } from '#server/company.ts'

/** Returns the picture without added data as a `data:` URL. Refuses what is neither a PNG nor a JPEG, and a PNG with too many pixels. */
function plainPicture(bytes: Uint8Array): string {
  const address = (type: string, content: Uint8Array) =>
    `data:image/${type};base64,${Buffer.from(content).toString('base64')}`
  const jpeg = plainJpeg(bytes)
  if (jpeg) return address('jpeg', jpeg)
  const png = plainPng(bytes) ?? refuse('invalid', 'settings.logo-no-picture')
  if (Math.max(png.width, png.height) > MOST_LOGO_PIXELS) refuse('invalid', 'settings.logo-no-picture')
  return address('png', png.bytes)
}

/** A paper with nothing but the logo, which is drawn before the logo is stored. A picture that cannot be drawn would stop all papers. */
const trial = (logo: string): Paper => ({
  fileName: 'logo.pdf',
  title: '',
  number: '',
  company: { name: '', lines: [], logo },
  facts: [{ label: '', value: '' }],
  marks: [],
  parties: [],
  blocks: [],
  foot: { printed: '', page: '', of: '' },
})

export const companyLogoQuery = query(companyLogo, async ({ rows }) => ({ logo: await readLogo(rows) }))

export const saveLogoCommand = command(saveLogo, async ({ tx, pdfOf, record }, { picture }) => {
  const logo = picture === null ? null : plainPicture(Buffer.from(picture, 'base64'))
  const before = await readLogo(tx)
  if (logo === before) return { logo }
  if (logo === null) await forgetSetting(tx, COMPANY_LOGO)
  else {
    await pdfOf(trial(logo))
    await saveSetting(tx, COMPANY_LOGO, { logo })
  }
  record({
    entity: 'settings',
    id: COMPANY_RECORD,
    changes: { logo: [before === null ? null : 'SET', logo === null ? null : 'SET'] },
  })
  return { logo }
})
