/** Texts of the code of a second factor; they come with its field. */
export const CODE_TEXTS = {
  label: 'Código de verificación',
  hint: 'Escribe el código de tu aplicación de verificación o uno de recuperación',
  hintOfApp: 'Escribe el código que muestra tu aplicación de verificación',
  required: 'Escribe el código completo',
  wrong: 'El código no es correcto o ya se usó; espera el siguiente',
  letters: 'Escribir letras (código de recuperación)',
  digits: 'Escribir solo números',
  lost: 'Sin el teléfono y sin códigos, pide a quien administra el hub que quite la verificación de tu cuenta.',
  back: 'Volver',
} as const
