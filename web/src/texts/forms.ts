/** The Spanish texts of forms that are loaded later; see app.ts. */
export const FORM_TEXTS = { restored: 'Recuperamos lo que estabas escribiendo' } as const
