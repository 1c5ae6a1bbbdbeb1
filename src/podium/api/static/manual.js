// Shows the OpenAPI document; a separate file, for the policy allows no script inside a page.
SwaggerUIBundle({ url: "/openapi.json", dom_id: "#manual", deepLinking: true, docExpansion: "list", persistAuthorization: true });
