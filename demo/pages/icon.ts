/** The shop's sign: an awning over a door. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0f5c5c"/>
<path fill="#f6ead6" d="M6 8h20l2 7a4 4 0 0 1-8 0 4 4 0 0 1-8 0 4 4 0 0 1-8 0z"/>
<path fill="#e0a458" d="M12 8h4v7a4 4 0 0 1-4 0zM20 8h-4v7a4 4 0 0 0 4 0z" opacity=".9"/>
<path fill="#f6ead6" d="M8 20h16v5a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1z"/>
<path fill="#0f5c5c" d="M14 20h4v6h-4z"/>
</svg>`;
