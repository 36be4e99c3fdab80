/** A company as the registry of the tax office stores it. */
import { z } from 'zod'

/** The data of a company in the registry, in the form that the page and external programs use. */
export const zRegisteredCompany = z.object({
  vat: z.string(),
  name: z.string(),
  title: z.string(),
  taxOffice: z.string(),
  legalStatus: z.string(),
  street: z.string(),
  streetNumber: z.string(),
  postcode: z.string(),
  city: z.string(),
  /** False if the VAT number is no longer in use. */
  active: z.boolean(),
  activeText: z.string(),
  /** False for a person without a business. */
  business: z.boolean(),
  businessText: z.string(),
  /** 'YYYY-MM-DD', or null. */
  stopDate: z.string().nullable(),
  /** The main activity comes first. */
  activities: z.array(z.object({ code: z.string(), name: z.string(), main: z.boolean() })),
})
export type RegisteredCompany = z.output<typeof zRegisteredCompany>

/** Reports whether the registry says that a company stopped its business, or that its VAT number is no longer in use. */
export const isClosedCompany = (
  { active, stopDate }: Pick<RegisteredCompany, 'active' | 'stopDate'>,
  today: string,
): boolean => !active || (stopDate !== null && stopDate <= today)
