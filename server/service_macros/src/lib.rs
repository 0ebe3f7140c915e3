//! Attributes for the implementations of gRPC services.
use proc_macro::TokenStream;
use quote::quote;
use syn::{Error, FnArg, ImplItem, ImplItemFn, ItemImpl, ReturnType, parse_macro_input, parse_quote};

/// Allows `async fn` in the implementation of a gRPC service, like `#[tonic::async_trait]`.
///
/// That attribute also gives each method the bound `Self: 'async_trait`, which follows from the others. Because of that
/// bound, the compiler proves again in each service that the futures of everything it calls are `Send`.
#[proc_macro_attribute]
pub fn async_service(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut service = parse_macro_input!(item as ItemImpl);
    for item in &mut service.items {
        if let ImplItem::Fn(method) = item
            && let Err(error) = return_future(method)
        {
            return error.into_compile_error().into();
        }
    }
    quote!(#service).into()
}

/// Turns an async method into one that returns a future, with the lifetimes that tonic's traits have.
fn return_future(method: &mut ImplItemFn) -> syn::Result<()> {
    let signature = &mut method.sig;
    if signature.asyncness.take().is_none() {
        return Ok(());
    }
    let (Some(receiver @ FnArg::Receiver(_)), ReturnType::Type(_, output)) =
        (signature.inputs.first_mut(), &signature.output)
    else {
        return Err(Error::new_spanned(
            signature,
            "an async method of a service has `&self` and returns a value",
        ));
    };
    *receiver = parse_quote!(&'life0 self);
    let body = &method.block;
    method.block = parse_quote!({
        Box::pin(async move {
            // Tells the compiler the type that `?` and `return` have in the body.
            if let Some(output) = None::<#output> {
                return output;
            }
            let output: #output = #body;
            output
        })
    });
    signature.generics = parse_quote!(<'life0, 'async_trait>);
    signature.generics.where_clause = Some(parse_quote!(where 'life0: 'async_trait));
    signature.output = parse_quote! {
        -> ::core::pin::Pin<Box<dyn ::core::future::Future<Output = #output> + ::core::marker::Send + 'async_trait>>
    };
    Ok(())
}
